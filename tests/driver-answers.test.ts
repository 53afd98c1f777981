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

/** Functions whose message has a code although it is not created in the call itself. */
const coded_before: readonly string[] = [
  'domain/src/cash/collecting.ts#mayHandOver',
  'domain/src/drivers/scanning.ts#mayGoUnscanned',
  'server/src/drivers/action-rules.ts#stateRejection',
  'server/src/drivers/duty/apply-duty.ts#checkVehicle',
  'server/src/lockers/places.ts#depositPlace',
]

/** Messages in English only, with the reason. */
const english_only: readonly { places: RegExp; because: string }[] = [
  {
    places:
      /^server\/src\/files\/(check-file|pictures|stored-files|index)\.ts#|^server\/src\/kit\/threads\.ts#/,
    because:
      'the phone makes its photos itself, so that they fit; the message is stored as text with the file',
  },
  {
    places: /^domain\/src\/(files\/kinds|shipments\/files\/file-rules)\.ts#/,
    because: 'the phone sends only pictures, and shows them to nobody by a link',
  },
  {
    places: /^(server|domain)\/src\/(accounts|rates)\//,
    because: 'rules of bookings and prices, which only the office can put right',
  },
  {
    places: /^(server|domain)\/src\/shipments\/(booking|labels|pricing|statuses)\//,
    because: 'rules of bookings and of the work of staff; drivers move parcels by rules of their own before',
  },
  {
    places:
      /^server\/src\/shipments\/(change-parcels|rename-shipment|cost-centre|find-place|lists\/which-shipment)\.ts#/,
    because: 'rules of bookings, which apply to parcels and shipments that are added at a stop too',
  },
  {
    places: /^domain\/src\/hub\/(manifest-rules|floor\/ready-gate)\.ts#/,
    because: 'rules for staff: a driver accepts a manifest with what is on it',
  },
  {
    places: /^(server|domain)\/src\/cash\/(cash-ups|cash-up)\.ts#/,
    because: 'the form of the phone checks the same in its language before it sends',
  },
  { places: /^server\/src\/drivers\/push\/push\.ts#/, because: 'the phone says itself that it did not work' },
]

describe('answers to drivers', () => {
  const endpoints = driverEndpoints()
  const served = new Map<string, readonly [string, string]>()
  for (const file of filesIn('server/src'))
    for (const [, name = '', handler = ''] of fs
      .readFileSync(path.join(root, file), 'utf8')
      .matchAll(/serve\w*\(\s*(\w+Api\.\w+),\s*(\w+)/g))
      if (endpoints.has(name)) served.set(name, [file, handler])
  const problems = reachableProblems(root, [...served.values()])
  const plain = problems.filter(
    ({ place, message }) =>
      !message.startsWith('codedText(') &&
      !message.startsWith('joinedTexts(') &&
      !coded_before.includes(place),
  )

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
