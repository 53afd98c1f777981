import { readCsv } from '@waybill/domain/kit/csv/read-csv'
import { parseRand } from '@waybill/domain/kit/money'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { payfastApiText } from '@waybill/domain/payments/gateways/payfast'
import { callGateway } from './call.ts'
import {
  GatewayRejectedError,
  GatewayUnavailableError,
  type Found,
  type Payfast,
  type PayfastCredentials,
} from './port.ts'
import { senderAddresses } from './sender-addresses.ts'
import { md5 } from './signatures.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** Base URLs of PayFast: payment pages of the live and sandbox environments, and its API, which serves both. */
export interface PayfastAddresses {
  live: string
  sandbox: string
  api: string
  /** Host names from which it sends notifications. */
  senders: readonly string[]
}

/** The PayFast adapter for the real protocol (docs/domain/payments.md#payfast). */
export function payfastGateway(at: PayfastAddresses): Payfast {
  const pages = (sandbox: boolean): string => (sandbox ? at.sandbox : at.live)
  return {
    formAddress: (sandbox) => `${pages(sandbox)}/eng/process`,
    senders: senderAddresses(at.senders),
    async confirms(text, sandbox) {
      const answer = await callGateway(`${pages(sandbox)}/eng/query/validate`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: text,
      }).catch((error: unknown) => {
        if (error instanceof GatewayRejectedError) return ''
        throw error
      })
      return answer.split('\n')[0]?.trim() === 'VALID'
    },
    async find(credentials, customId, since, now) {
      for (let atDay = since.getTime(); dayOf(new Date(atDay)) <= dayOf(now); atDay += day_ms) {
        const found = await findOn(at, credentials, customId, new Date(atDay), now)
        if (found) return found
      }
      return null
    },
    async check(credentials, now) {
      await history(at, credentials, now, now)
    },
  }
}

async function findOn(
  at: PayfastAddresses,
  credentials: PayfastCredentials,
  customId: string,
  day: Date,
  now: Date,
): Promise<Found> {
  const read = readCsv(await history(at, credentials, day, now))
  if ('problem' in read)
    throw new GatewayUnavailableError(`The list of payments could not be read. ${read.problem}`)
  const [head = [], ...rows] = read.rows
    .map(({ cells }) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.some(Boolean))
  const column = (name: string): number => head.findIndex((title) => title.trim().toLowerCase() === name)
  const [own, theirs, gross, fee, sign] = [
    column('m payment id'),
    column('pf payment id'),
    column('gross'),
    column('fee'),
    column('sign'),
  ] as const
  const row = rows.find((cells) => cells[own] === customId && cells[sign]?.toUpperCase() !== 'DEBIT')
  const amount = row && parseRand(row[gross] ?? '')
  if (!row || amount === null || amount === undefined || amount < 0 || !row[theirs]) return null
  return {
    outcome: 'paid',
    amount,
    fee: Math.abs(parseRand(row[fee] ?? '') ?? 0),
    gateway_reference: row[theirs] ?? '',
  }
}

/** Returns PayFast's list of transactions of one day as CSV. */
async function history(
  at: PayfastAddresses,
  { merchant_id, passphrase, sandbox }: PayfastCredentials,
  day: Date,
  now: Date,
): Promise<string> {
  const date = dayOf(day)
  const headers = {
    'merchant-id': merchant_id,
    version: 'v1',
    timestamp: `${now.toISOString().slice(0, 19)}+00:00`,
  }
  const signature = md5(payfastApiText({ ...headers, date }, passphrase))
  const text = await callGateway(
    `${at.api}/transactions/history/daily?date=${date}${sandbox ? '&testing=true' : ''}`,
    { headers: { ...headers, signature } },
  )
  return text.trimStart().startsWith('{') ? csvInside(text) : text
}

function csvInside(text: string): string {
  const { data } = JSON.parse(text) as { data?: { response?: unknown } }
  return typeof data?.response === 'string' ? data.response : ''
}
