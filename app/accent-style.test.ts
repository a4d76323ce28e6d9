import { accentPalette } from '#contract/accent.ts'
import { accentStyle } from './accent-style.ts'

test('the style sheets’ green stays without an accent', () => {
  expect(accentStyle(null)).toBeUndefined()
})

test('an accent replaces the green and the text on it, in light and in dark', () => {
  const { light, dark } = accentPalette('#8a1b5e')
  expect(accentStyle('#8a1b5e')).toEqual({
    '--green': `light-dark(${light.accent}, ${dark.accent})`,
    '--on-green': `light-dark(${light.on}, ${dark.on})`,
  })
})
