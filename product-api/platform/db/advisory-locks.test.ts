import { globSync, readFileSync } from 'node:fs'
import { advisoryLocks } from './advisory-locks.ts'

test('every advisory lock has a number of its own', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('no other file names the number of a lock', () => {
  const files = globSync('{lib,product-api,scripts}/**/*.ts').filter((file) => !/\.test\.ts$|advisory-locks/.test(file))
  expect(files.length).toBeGreaterThan(300)
  const taking = files.filter((file) => /pg_(try_)?advisory_\w*lock/.test(readFileSync(file, 'utf8')))
  expect(taking).toEqual([])
})
