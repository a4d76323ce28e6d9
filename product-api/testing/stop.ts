import { stopAll } from './databases.ts'

export default stopAll
