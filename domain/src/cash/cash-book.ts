import type { Cents } from '../kit/money.ts'
import type { CollectionMethod } from './collecting.ts'

/** Where money is (positive entries), and to whom it is owed or what it was for (negative entries). */
export const cash_places = [
  'driver',
  'till',
  'safe',
  'bank',
  'shipper',
  'difference',
  'billing',
  'expense',
] as const
export type CashPlace = (typeof cash_places)[number]

export const cash_kinds = [
  'collection',
  'void',
  'float',
  'till-opening',
  'till-payment',
  'till-payout',
  'cash-up',
  'deposit',
  'remittance',
] as const
export type CashKind = (typeof cash_kinds)[number]

/** One side of a movement of money. `holder`: user name of a driver, id of a till or of an account. Cents. */
export interface CashEntry {
  place: CashPlace
  holder: string
  amount: Cents
}

/** A movement of money with its balanced entries. */
export interface CashMovement {
  kind: CashKind
  entries: readonly CashEntry[]
}

type Side = readonly [place: CashPlace, holder?: string]

function movement(kind: CashKind, amounts: readonly (readonly [Side, Cents])[]): CashMovement {
  return {
    kind,
    entries: amounts
      .map(([[place, holder = ''], amount]) => ({ place, holder, amount }))
      .filter(({ amount }) => amount !== 0),
  }
}

const moved = (kind: CashKind, from: Side, to: Side, amount: Cents): CashMovement =>
  movement(kind, [
    [to, amount],
    [from, -amount],
  ])

const shipper = (accountId: number): Side => ['shipper', String(accountId)]
const till = (id: number): Side => ['till', String(id)]

interface Received {
  method: CollectionMethod
  username: string
  account_id: number
  amount: Cents
}

/** A receiver pays a driver: the driver or, by card machine, the bank has the money, and it is owed to the sender. */
export function collectionOf({ method, username, account_id, amount }: Received): CashMovement {
  const to: Side = method === 'cash' ? ['driver', username] : ['bank']
  return moved('collection', shipper(account_id), to, amount)
}

/** Undoes `collectionOf`. */
export function voidOf(received: Received): CashMovement {
  const { entries } = collectionOf(received)
  return { kind: 'void', entries: entries.map((entry) => ({ ...entry, amount: -entry.amount })) }
}

/** Change that a driver gets from the safe. */
export const floatOf = (username: string, amount: Cents): CashMovement =>
  moved('float', ['safe'], ['driver', username], amount)

/** The opening float of a till. */
export const tillOpeningOf = (tillId: number, amount: Cents): CashMovement =>
  moved('till-opening', ['safe'], till(tillId), amount)

/** A payment of a shipment in cash at the counter. */
export const tillPaymentOf = (tillId: number, amount: Cents): CashMovement =>
  moved('till-payment', ['billing'], till(tillId), amount)

/** An expense or refund paid from a till. */
export const tillPayoutOf = (tillId: number, amount: Cents): CashMovement =>
  moved('till-payout', till(tillId), ['expense'], amount)

/** The counted cash of a driver or till goes into the safe, and what is missing is a difference. */
export function cashUpOf(
  holder: { kind: 'driver'; username: string } | { kind: 'till'; till_id: number },
  expected: Cents,
  counted: Cents,
): CashMovement {
  const from: Side = holder.kind === 'driver' ? ['driver', holder.username] : till(holder.till_id)
  return movement('cash-up', [
    [from, -expected],
    [['safe'], counted],
    [['difference'], expected - counted],
  ])
}

/** Cash from the safe is paid into the bank. */
export const depositOf = (amount: Cents): CashMovement => moved('deposit', ['safe'], ['bank'], amount)

/** Collected money is paid out to its owner from the bank, less the fee, which billing posts to the account. */
export function remittanceOf(accountId: number, collected: Cents, fee: Cents): CashMovement {
  return movement('remittance', [
    [shipper(accountId), collected],
    [['bank'], fee - collected],
    [['billing'], -fee],
  ])
}
