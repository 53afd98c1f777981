import { setTimeout as wait } from 'node:timers/promises'
import type { SentNotice } from '../../../server/dev/fakes/payments/index.ts'
import type { Product } from '../../proofs/product.ts'
import type { Tally } from '../../proofs/tally.ts'
import { aboutNothing, forgedFrom } from './notices.ts'
import type { Payable, PayingCompany } from './payables.ts'

/** How many payers are at the gateways at the same time, and how many notifications are sent at the same time. */
const wave_size = 40
const senders = 16
/** The share of notifications that come one wave later, after others about the same payment. */
const late_share = 0.2
/** How often the gateways stop answering and how long, in ms. */
const down = { every_ms: 1_500, for_ms: 500 } as const
/** Where Stitch sends the payer back to; its notifications go to the same origin. */
const returned_to = 'http://returned.test/stitch-payment'

export interface Flood {
  company: PayingCompany
  product: Product
  tally: Tally
  random: () => number
  /** How many notifications are sent at least. */
  callbacks: number
  /** How many were sent so far. */
  sent: number
}

interface Sending {
  notice: SentNotice
  kind: string
}

/**
 * Lets every payer do what is planned, and sends what the gateways and forgers report of it, in any order and many
 * times, until each notification was answered.
 */
export async function sendFlood(flood: Flood): Promise<void> {
  const { company, random } = flood
  const over = new AbortController()
  const background = failNowAndThen(flood, over.signal)
  const each = Math.ceil(flood.callbacks / company.payables.length)
  let late: Sending[] = []
  for (let at = 0; at < company.payables.length; at += wave_size) {
    const wave = company.payables.slice(at, at + wave_size)
    const sendings: Sending[] = late
    late = []
    for (const payable of wave)
      for (const sending of await sendingsOf(flood, payable, each))
        (random() < late_share ? late : sendings).push(sending)
    await Promise.all([sendAll(flood, sendings), ...wave.map((payable) => interfere(flood, payable))])
  }
  await sendAll(flood, late)
  over.abort()
  await background
}

/** Lets a payer act, and returns what is sent about it. */
async function sendingsOf(
  { company: { fake }, random }: Flood,
  { attempts, plan }: Payable,
  count: number,
): Promise<Sending[]> {
  const genuine: Sending[] = []
  const forged: Sending[] = []
  for (const { gateway, fake_id, custom_id } of attempts)
    for (const action of plan.actions) {
      await fake.act(fake_id, action, returned_to)
      const notice = fake.sent().at(-1)
      if (!notice) throw new Error('The gateway sent nothing.')
      genuine.push({ notice, kind: `${gateway}: ${action}` })
      forged.push(
        ...forgedFrom(gateway, notice).map((one) => ({ notice: one, kind: `${gateway}: forged` })),
        { notice: aboutNothing(notice, custom_id), kind: `${gateway}: about no payment` },
      )
    }
  const sent = plan.is_lost ? [] : genuine
  const made = [...sent, ...(plan.is_lost ? [] : forged)]
  const more = plan.is_lost ? forged.filter(({ kind }) => kind.endsWith('no payment')) : made
  while (made.length < count) {
    const from = random() < 0.6 && sent.length > 0 ? sent : more
    const one = from[Math.floor(random() * from.length)]
    if (!one) break
    made.push(from === sent ? { ...one, kind: `${one.kind}, repeated` } : one)
  }
  return made
}

async function sendAll(flood: Flood, sendings: readonly Sending[]): Promise<void> {
  const { product, tally, random } = flood
  const order = sendings.map((sending) => ({ sending, place: random() }))
  const queue = order.toSorted((one, other) => one.place - other.place).map(({ sending }) => sending)
  await Promise.all(
    Array.from({ length: senders }, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const { notice, kind } = next
        try {
          await product.call({
            path: new URL(notice.url).pathname,
            headers: notice.headers,
            body: notice.body,
          })
        } catch (error) {
          tally.violate(`A notification (${kind}) was not taken: ${String(error)}`)
        }
        tally.count(`notifications, ${kind}`)
        flood.sent += 1
      }
    }),
  )
}

/** Takes the money at the counter or cancels the shipment while its payment is on the way. */
async function interfere({ company: { staff }, product, tally }: Flood, payable: Payable): Promise<void> {
  const { plan, shipment_id, price } = payable
  if (!plan.meanwhile || shipment_id === null) return
  const isCounter = plan.meanwhile === 'pays at the counter'
  const body = isCounter
    ? {
        shipment_id,
        rate: price / 100,
        method: 'card-terminal',
        amount: price / 100,
        slip_reference: `S${shipment_id}`,
      }
    : { id: shipment_id }
  try {
    await product.call({
      path: isCounter ? '/api/billing/counter-payments' : '/api/shipments/cancel',
      token: staff.token,
      key: `meanwhile-${shipment_id}`,
      gives_up_at: [409],
      body,
    })
    if (isCounter) payable.is_taken_at_counter = true
    else payable.is_cancelled = true
    tally.count(`shipments: a payer ${plan.what}`)
  } catch {
    tally.count(`shipments: a payer ${plan.what}, and it was too late for that`)
  }
}

async function failNowAndThen(
  { company: { fake }, random, tally }: Flood,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await wait(random() * down.every_ms)
    fake.answerWith(503)
    tally.count('times that the gateways did not answer')
    await wait(random() * down.for_ms)
    fake.answerWith(null)
  }
}
