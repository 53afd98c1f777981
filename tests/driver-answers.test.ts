import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { reachableProblems } from './reachable-problems.ts'

const root = path.join(import.meta.dirname, '..')

const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.join(folder, name))

/** The endpoints that the driver's phone calls; `office` is displayed to staff. */
function driverEndpoints(): Set<string> {
  const pages = filesIn('web/src/drivers').filter((file) => !file.includes(`${path.sep}office${path.sep}`))
  const calls = pages.flatMap((file) => [
    ...fs.readFileSync(path.join(root, file), 'utf8').matchAll(/\b(\w+Api\.\w+)/g),
  ])
  // The form in which drivers count their cash belongs to the module of cash.
  return new Set(['cashApi.cashUp', ...calls.map(([name]) => name)])
}

/** Messages in English only, with the reason. */
const english_only: readonly { places: RegExp; because: string }[] = []

describe('answers to drivers', () => {
  const endpoints = driverEndpoints()
  const served = new Map<string, readonly [string, string]>()
  for (const file of filesIn('server/src'))
    for (const [, name = '', handler = ''] of fs
      .readFileSync(path.join(root, file), 'utf8')
      .matchAll(/serve\w*\(\s*(\w+Api\.\w+),\s*(\w+)/g))
      if (endpoints.has(name)) served.set(name, [file, handler])
  const problems = reachableProblems(root, [...served.values()])
  const isCoded = (message: string): boolean => /^\(?(?:codedText|joinedTexts)\(/.test(message)
  const plain = problems.filter(({ message }) => !isCoded(message))

  it('come from handlers that this test finds', () => {
    // The time of day is answered before any handler, and rejects nobody.
    expect([...endpoints].filter((name) => !served.has(name))).toEqual(['signInApi.time'])
    expect(problems.length).toBeGreaterThan(100)
  })

  it('have codes, by which the phone displays them in the language of the driver', () => {
    const wrong = plain.filter(({ place }) => !english_only.some(({ places }) => places.test(place)))
    expect(wrong.map(({ place, message }) => `${place}: ${message.replaceAll(/\s+/g, ' ')}`)).toEqual([])
  })

  it('are in English only where that is listed', () => {
    const unused = english_only.filter(({ places }) => !plain.some(({ place }) => places.test(place)))
    expect(unused.map(({ places }) => places.source)).toEqual([])
  })
})
