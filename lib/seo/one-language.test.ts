import { globSync, readFileSync } from 'node:fs'
import { siteLanguage } from './site.ts'

const sources = '{app,components,contract,lib,product-api,public}/**/*.{ts,tsx,js}'
/** A page's language, and those that figures and dates are written for. */
const named = /\blang(?:uage)?[=:] ?["']([\w-]+)["']|\b(?:toLocale\w+|(?:DateTime|Number|List)Format)\('([\w-]+)'/g
/** It takes a moment apart into numbers, which nobody reads. */
const elsewhere = ['product-api/newsletters/digest/next-morning.ts']

test('every page, figure and date is in the language of the site', () => {
  const others = globSync(sources)
    .filter((file) => !/\.test\.tsx?$/.test(file) && !elsewhere.includes(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(named)].map(([, page, format]) => [file, page ?? format]),
    )
    .filter(([, language]) => language !== siteLanguage)
  expect(others).toEqual([])
})
