import vm from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

const { createContext } = vm

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
}
