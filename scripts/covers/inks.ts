import type { Ink } from './drawing.ts'

/**
 * The series' inks, in kinship with the site's paper, ink and green. First what carries a whole ground: by night a deep
 * shade of itself, a little lighter than the page. Then what is drawn on it, which by night only gives less light.
 */
export const grounds = {
  oat: ['#ecdfc4', '#2a251b'],
  linen: ['#f2e8d5', '#25221b'],
  sage: ['#b9c4a8', '#1f2a22'],
  fern: ['#6f9479', '#1a2c23'],
  pine: ['#2c5140', '#13261d'],
  mist: ['#c3d0cf', '#1c272b'],
  lake: ['#7fa0a8', '#182a31'],
  night: ['#2b4254', '#121d28'],
  ochre: ['#dcae58', '#33270f'],
  clay: ['#cf8363', '#34201a'],
  brick: ['#a84f3b', '#301714'],
  rose: ['#e2b9a8', '#30221f'],
  plum: ['#594358', '#221a26'],
} satisfies Record<string, Ink>

export const inks = {
  bone: ['#f7efdd', '#e6dcc4'],
  cream: ['#f0dfb6', '#d9c596'],
  lamp: ['#f4cf73', '#ffd778'],
  ochre: ['#d39a3c', '#c48f3c'],
  clay: ['#c8714e', '#b9694a'],
  brick: ['#9d4432', '#a04a38'],
  rose: ['#dba695', '#c29082'],
  plum: ['#5d4560', '#7a5f7c'],
  sky: ['#a9c0c4', '#7f9aa1'],
  slate: ['#5d7480', '#57707d'],
  night: ['#243848', '#0d1620'],
  moss: ['#8c9460', '#7d8658'],
  fern: ['#568468', '#5d8f72'],
  green: ['#1b6b45', '#3f8a64'],
  pine: ['#1f3f31', '#0f2018'],
  ink: ['#26231d', '#0c0b08'],
  /** Lines and letters: dark on a light ground, light on a dark one. */
  letter: ['#26231d', '#ebe2cf'],
} satisfies Record<string, Ink>
