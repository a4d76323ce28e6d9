import { runProgram } from '#runtime/run-program.ts'
import { build } from './start/build.ts'

/** `npm run build`: builds the web, whether or not its sources have changed. */
await runProgram(build)
