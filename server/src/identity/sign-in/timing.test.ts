import { beforeEach, describe, expect, it } from 'vitest'
import { logIn, withPassword } from '../../../dev/test-kit/people.ts'
import { newProvider, type TestProvider } from '../../../dev/test-kit/provider.ts'

let p: TestProvider
beforeEach(async () => {
  p = await newProvider()
})

const pairs = 40
/**
 * The largest rank difference attributed to chance, in standard deviations; exceeded by chance once in 1,000 runs.
 * When one kind of response is always slower, the difference is 7.7.
 */
const max_deviations = 3.29

/**
 * Returns how far the durations of two functions differ, in standard deviations. An apparent difference is measured a
 * second time and the smaller value counts, because another process may have delayed one of the two. A real
 * difference shows both times.
 */
async function difference(
  one: (index: number) => Promise<unknown>,
  other: (index: number) => Promise<unknown>,
): Promise<number> {
  let smallest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 2 && smallest >= max_deviations; round += 1) {
    const times = await inTurns(
      (index) => one(round * pairs + index),
      (index) => other(round * pairs + index),
    )
    smallest = Math.min(smallest, Math.abs(rankDifference(times.one, times.other)))
  }
  return smallest
}

/**
 * Returns the rank difference of two samples (Mann–Whitney), in standard deviations of equal samples; ties count
 * half.
 */
function rankDifference(one: readonly number[], other: readonly number[]): number {
  const wins = one.flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
  const total = wins.reduce<number>((sum, win) => sum + win, 0)
  const cells = one.length * other.length
  const deviation = Math.sqrt((cells * (one.length + other.length + 1)) / 12)
  return (total - cells / 2) / deviation
}

async function timed(fn: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await fn()
  return performance.now() - from
}

/**
 * Measures two functions one directly after the other, alternating which runs first, so that other load on the
 * machine affects both equally.
 */
async function inTurns(one: (index: number) => Promise<unknown>, other: (index: number) => Promise<unknown>) {
  const times = { one: [] as number[], other: [] as number[] }
  for (let index = 0; index < pairs; index += 1)
    for (const which of index % 2 === 0 ? (['one', 'other'] as const) : (['other', 'one'] as const))
      times[which].push(await timed(() => (which === 'one' ? one(index) : other(index))))
  return times
}

describe('response time', () => {
  it('is compared by a measure that detects a difference and reports none for equal samples', () => {
    const even = Array.from({ length: pairs }, (_, index) => (index * 7) % pairs)
    expect(rankDifference(even, even.toReversed())).toBe(0)
    const slower = even.map((time) => time + pairs)
    expect(rankDifference(slower, even)).toBeGreaterThan(7)
    expect(rankDifference(even, slower)).toBeLessThan(-7)
  })

  it('[AUTH-010] does not reveal at sign-in whether a user exists', async () => {
    const known: string[] = []
    for (let index = 0; index < 2 * pairs; index += 1)
      known.push((await withPassword(p, await p.user(11))).username)
    const tryAs = async (name: string) => {
      const { status, message } = await logIn(p, name, { password: 'not the password' })
      expect([status, message]).toEqual([401, 'Incorrect email or password.'])
    }
    // The first requests fill caches that the later ones use.
    await tryAs('nobody-at-first')
    await tryAs((await withPassword(p, await p.user(11))).username)
    const found = await difference(
      (index) => tryAs(known[index] ?? ''),
      (index) => tryAs(`nobody-${index.toString().padStart(5, '0')}`),
    )
    expect(found).toBeLessThan(max_deviations)
  })

  it('[AUTH-038] does not reveal at a password reset whether a user exists', async () => {
    const people: string[] = []
    for (let index = 0; index < 2 * pairs; index += 1) people.push((await p.user(11)).username)
    const requestReset = async (index: number, email: string) => {
      // Use a different address for each request, because the limit per address is not tested here.
      const { statusCode } = await p.runtime.http.app.inject({
        method: 'POST',
        url: '/users/reset-password',
        remoteAddress: `10.1.${index}.1`,
        headers: { host: `p${p.provider_id}.test` },
        payload: JSON.stringify({ email }),
      })
      expect(statusCode).toBe(200)
    }
    await requestReset(190, 'nobody-at-first@example.com')
    await requestReset(191, `${(await p.user(11)).username}@example.com`)
    const found = await difference(
      (index) => requestReset(index, `${people[index]}@example.com`),
      (index) => requestReset(index + 100, `user-${index.toString(16).padStart(8, '0')}@example.com`),
    )
    expect(found).toBeLessThan(max_deviations)
  })
})
