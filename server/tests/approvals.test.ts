import { rand } from '@waybill/domain/kit/calls/wire'
import { approval_kinds } from '@waybill/domain/kit/calls/approval'
import { approvablePosting } from '@waybill/domain/billing/api'
import { postable_types, transaction_types } from '@waybill/domain/billing/transaction-types'
import type { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { routes } from '../src/main/routes.ts'

/** Paths of modules that move or promise money, or store where it is paid to. */
const money_paths =
  /^\/(billing|claims|costs|pay-plans|pay-statements|payments|move-in|providers|platform|accounts|shipments\/(charges|pay|discrepancies))(\/|$)/

/** Names of fields with bank details. */
const bank_field = /bank|account_holder|branch_code|iban/

type Inner = { _zod: { def: Record<string, unknown> } }
const isSchema = (value: unknown): value is z.ZodType => typeof value === 'object' && value !== null && '_zod' in value

/** Whether a schema has an amount in Rand or a field with bank details somewhere. */
function namesMoney(schema: z.ZodType, seen = new Set<z.ZodType>()): boolean {
  if (schema === rand) return true
  if (seen.has(schema)) return false
  seen.add(schema)
  const { def } = (schema as unknown as Inner)._zod
  const shape = (def.shape ?? {}) as Record<string, z.ZodType>
  if (Object.keys(shape).some((key) => bank_field.test(key))) return true
  const parts = [...Object.values(shape), ...Object.values(def).flat()].filter(isSchema)
  return parts.some((part) => namesMoney(part, seen))
}

const writing = routes.filter(({ endpoint }) => endpoint.method !== 'GET')
const money = writing.filter(({ endpoint }) => money_paths.test(endpoint.path) || namesMoney(endpoint.input))
const nameOf = ({ endpoint }: (typeof routes)[number]): string => `${endpoint.method} ${endpoint.path}`

it('lists', () => {
  console.log(money.filter(({ endpoint }) => !endpoint.approval).map((r) => `'${nameOf(r)}',` + (r.kind==='transaction'?'':r.kind)).join('\n'))
  console.log(approval_kinds.length, postable_types.length, transaction_types.refund.sign, typeof approvablePosting, typeof describe, typeof expect)
})
