import { test } from '../support/people.ts'
import { accountScenes } from './account-scenes.ts'
import { deskScenes } from './desk-scenes.ts'
import { readingScenes } from './reading-scenes.ts'
import { takePictures } from './take-pictures.ts'
import { writerScenes } from './writer-scenes.ts'

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme, viewport: { width: 360, height: 740 } })

    for (const { name, open } of [...readingScenes, ...accountScenes, ...writerScenes, ...deskScenes])
      test(name, ({ page, context }) => takePictures(page, { name, theme }, () => open(page, context)))
  })
}
