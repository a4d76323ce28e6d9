/** A small thing to press on a card, over the card's own link. */
export const cardAction =
  'relative inline-flex min-h-11 items-center text-ui text-soft hover:text-ink hover:underline underline-offset-2 aria-disabled:opacity-60'
