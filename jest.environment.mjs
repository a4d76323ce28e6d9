import { createRequire } from 'node:module'
import vm from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

const { createContext } = vm
const require = createRequire(import.meta.url)

/**
 * Gives the tests a plain global object. That of jest's own environment is a `Proxy` behind V8's interceptors, asked for
 * every `Object` and `Math` in a test and in what it tests: a tenth of the work of a database test, and a third of a pure
 * one. jest has no option for it, so `createContext` is replaced while the environment is made.
 */
export default class PlainEnvironment extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} given */
  constructor(...given) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY)
    try {
      super(...given)
    } finally {
      vm.createContext = createContext
    }
  }

  /**
   * jest keeps native modules from one test file to the next: a decoder that an upload blocked would stay blocked for a
   * test that draws.
   */
  async teardown() {
    const hasSharp = Object.keys(require.cache).some((file) => /sharp[^/]*\.node$/.test(file))
    if (hasSharp) require('sharp').unblock({ operation: ['VipsForeignLoad'] })
    await super.teardown()
  }
}
