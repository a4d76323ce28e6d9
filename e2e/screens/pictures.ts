/** Where the pictures go; ignored by Git. */
export const picturesFolder = 'screens'

/** From a page at 400 % zoom to a laptop; the first is the one that a screen opens at. */
export const sizes = [
  { width: 360, height: 740 },
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const
