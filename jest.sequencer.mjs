import SequencerOfJest from '@jest/test-sequencer'

/** Tests that mostly wait, for a process that is sure that another one is dead: others run meanwhile if they begin first. */
const isWaiting = (/** @type {string} */ file) => /\/killed-while-|\/worker\.native\./.test(file)

export default class Sequencer extends SequencerOfJest {
  /** @param {Parameters<SequencerOfJest['sort']>[0]} tests */
  sort(tests) {
    const { waiting = [], others = [] } = Object.groupBy(super.sort(tests), ({ path }) =>
      isWaiting(path) ? 'waiting' : 'others',
    )
    return [...waiting, ...others]
  }
}
