import vm from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

const { createContext } = vm

/**
 * Node's environment with a plain global object. jest's own is a `Proxy` behind V8's interceptors, asked for every
 * `Object` and `Math` in a test and in what it tests: that was a tenth of the work of a database test, and a third of
 * the pure ones'. jest offers no other way to choose the context.
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
