import { hash, verify } from '@node-rs/argon2'
import { Problem } from '@waybill/domain/kit/problem'

/** Argon2id with the floor parameters for small machines (reliability 8.1); a larger memory is a matter of configuration. */
const parameters = {
  memoryCost: Number(process.env.PASSWORD_MEMORY_KIB ?? 19_456),
  timeCost: Number(process.env.PASSWORD_PASSES ?? 2),
  parallelism: 1,
}

const most_at_once = 4
const longest_queue = 50
let running = 0
const waiting: (() => void)[] = []

/** At most four hashes at a time and a short queue, so that sign-in attempts cannot starve parcels. */
async function inTurn<Result>(fn: () => Promise<Result>): Promise<Result> {
  if (running >= most_at_once) {
    if (waiting.length >= longest_queue)
      throw new Problem(
        'rate_limited',
        'Too many people are signing in right now. Please try again in 5 seconds.',
        { retry_after_s: 5 },
      )
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running += 1
  try {
    return await fn()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

let dummy: Promise<string> | null = null

/** Whether a password fits; takes the same work when there is no such user (`hashed` null), and is then false. */
export async function passwordFits(password: string, hashed: string | null): Promise<boolean> {
  dummy ??= hashPassword('no such user')
  const against = hashed ?? (await dummy)
  const fits = await inTurn(() => verify(against, password))
  return fits && hashed !== null
}
