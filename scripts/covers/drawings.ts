import type { Drawing } from './drawing.ts'
import { artOfWar } from './plates/art-of-war.ts'
import { bookOfTea } from './plates/book-of-tea.ts'
import { frankenstein } from './plates/frankenstein.ts'
import { meditations } from './plates/meditations.ts'
import { middlemarch } from './plates/middlemarch.ts'
import { originOfSpecies } from './plates/origin-of-species.ts'
import { walden } from './plates/walden.ts'
import { baconBookmark } from './scenes/bacon-bookmark.ts'
import { choppingChip } from './scenes/chopping-chip.ts'
import { coffeeCode } from './scenes/coffee-code.ts'
import { cradledPhone } from './scenes/cradled-phone.ts'
import { fourClocks } from './scenes/four-clocks.ts'
import { fullPress } from './scenes/full-press.ts'
import { lostProperty } from './scenes/lost-property.ts'
import { nightLift } from './scenes/night-lift.ts'
import { paperSnow } from './scenes/paper-snow.ts'
import { passwordMincer } from './scenes/password-mincer.ts'
import { pianoCat } from './scenes/piano-cat.ts'
import { pocketBook } from './scenes/pocket-book.ts'
import { readingTaxi } from './scenes/reading-taxi.ts'
import { risingQueue } from './scenes/rising-queue.ts'
import { sentinelDigit } from './scenes/sentinel-digit.ts'
import { spokenBook } from './scenes/spoken-book.ts'
import { toast } from './scenes/toast.ts'
import { toldBees } from './scenes/told-bees.ts'
import { trapIsland } from './scenes/trap-island.ts'
import { weighedCloud } from './scenes/weighed-cloud.ts'
import { well } from './scenes/well.ts'

/** Every seed story's own drawing, by the story's slug. */
export const drawings: Record<string, Drawing> = {
  'a-notebook-nobody-was-meant-to-read': meditations,
  'a-silent-reader-was-once-worth-staring-at': readingTaxi,
  'an-island-for-catching-thieves': trapIsland,
  'close-the-book-and-say-it': spokenBook,
  'how-a-qr-code-survives-a-coffee-stain': coffeeCode,
  'how-to-weigh-a-cloud-from-a-classroom-window': weighedCloud,
  'how-your-password-is-kept-by-people-who-do-not-know-it': passwordMincer,
  'instructions-for-feeding-the-neighbours-cat-while-he-is-away-possibly-for-some-time': pianoCat,
  'keep-a-book-of-what-you-got-wrong': pocketBook,
  'middlemarch-for-people-who-have-put-it-down-twice': middlemarch,
  'minutes-of-the-extraordinary-meeting-concerning-the-well': well,
  'one-digit-off': cradledPhone,
  'one-long-argument-beginning-with-pigeons': originOfSpecies,
  'pepys-and-the-three-thousand-book-limit': fullPress,
  'snow-in-the-prompters-box': paperSnow,
  'telling-the-bees-is-not-a-billable-hour': toldBees,
  'the-art-of-war-is-mostly-about-not-having-one': artOfWar,
  'the-book-of-tea-has-very-little-tea-in-it': bookOfTea,
  'the-digit-that-does-nothing-until-you-make-a-mistake': sentinelDigit,
  'the-monster-has-the-best-lines': frankenstein,
  'things-left-in-books-i-was-paid-to-mend': baconBookmark,
  'unclaimed-after-ninety-days': lostProperty,
  'walden-with-the-receipts': walden,
  'what-a-cpu-cache-is-for': choppingChip,
  'where-the-lift-waits-at-night': nightLift,
  'why-everything-gets-slow-at-ninety-per-cent': risingQueue,
  'why-no-two-computers-agree-what-time-it-is': fourClocks,
  'why-toast-lands-butter-side-down': toast,
}
