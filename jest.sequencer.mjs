import SequencerOfJest from '@jest/test-sequencer'

/** Finds long tests whose files are short: jest begins with large files as long as it knows no times, and ends with these. */
const isLong = (/** @type {string} */ file) => /\/killed-while-|\/(?:worker|silent-database)\.native\./.test(file)

export default class Sequencer extends SequencerOfJest {
  /** @param {Parameters<SequencerOfJest['sort']>[0]} tests */
  sort(tests) {
    const { long = [], others = [] } = Object.groupBy(super.sort(tests), ({ path }) =>
      isLong(path) ? 'long' : 'others',
    )
    return [...long, ...others]
  }
}
