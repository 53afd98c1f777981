import { gateway_list, gateway_names } from '../payments/gateway-list.ts'
import type { LedgerAccount } from '../billing/model.ts'
import { charge_row_types } from '../rates/model.ts'

/** The accounting programs and layouts that a batch can be exported for. */
export const export_formats = ['csv', 'sage', 'xero', 'quickbooks'] as const
export type ExportFormat = (typeof export_formats)[number]

export const format_labels: Readonly<Record<ExportFormat, string>> = {
  csv: 'Plain CSV',
  sage: 'Sage Business Cloud Accounting',
  xero: 'Xero',
  quickbooks: 'QuickBooks Online',
}

/** The programs that batches can be sent to directly. */
export const accounting_systems = ['xero', 'quickbooks'] as const
export type AccountingSystemName = (typeof accounting_systems)[number]

/** How a line is taxed. */
const tax_kinds = ['standard', 'zero', 'none'] as const
export type TaxKind = (typeof tax_kinds)[number]

/** The tax names and codes of each program; a company can replace them in its chart of accounts. */
const usual_tax_codes: Readonly<Record<ExportFormat, Readonly<Record<TaxKind, string>>>> = {
  csv: { standard: 'standard', zero: 'zero', none: 'none' },
  sage: { standard: 'Standard', zero: 'Zero', none: 'No VAT' },
  xero: { standard: 'OUTPUT3', zero: 'ZERORATEDOUTPUT', none: 'NONE' },
  quickbooks: { standard: 'TAX', zero: 'ZERO', none: 'NON' },
}

type FixedPlace = LedgerAccount | 'vat-input'

const ledger_labels: Readonly<Record<FixedPlace, string>> = {
  'customer-balance': 'Debtors',
  revenue: 'Revenue',
  'vat-output': 'VAT output',
  'vat-input': 'VAT input',
  'bank-clearing': 'Bank',
  'gateway-clearing': 'Payment gateways',
  'gateway-fee': 'Gateway fees',
  promotional: 'Promotions',
  'bad-debt': 'Bad debts',
  rounding: 'Rounding',
  suspense: 'Balance adjustments',
  unearned: 'Unearned revenue',
}

const tax_labels: Readonly<Record<TaxKind, string>> = {
  standard: 'Standard rate',
  zero: 'Zero rate',
  none: 'No VAT',
}

/** A row of the chart: a place of our ledger, and what it is called in the accounting program. */
interface ChartPlace {
  place: string
  group:
    | 'Accounts'
    | 'Bank account per gateway'
    | 'Revenue per charge'
    | 'Revenue per service level'
    | 'VAT codes'
  label: string
}

const words = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).replaceAll(/[-_]/g, ' ')

/**
 * Returns the places that a company can map, in display order. A revenue line takes the account of its service level,
 * otherwise that of its charge, otherwise that of all revenue.
 */
export function chartPlaces(serviceLevels: readonly { code: string; name: string }[]): ChartPlace[] {
  return [
    ...Object.entries(ledger_labels).map(([place, label]): ChartPlace => ({
      place,
      group: 'Accounts',
      label,
    })),
    ...gateway_names.map((name): ChartPlace => ({
      place: `gateway-clearing:${name}`,
      group: 'Bank account per gateway',
      label: gateway_list[name].title,
    })),
    ...[...charge_row_types, 'admin-debit', 'admin-credit'].map((kind): ChartPlace => ({
      place: `revenue:${kind}`,
      group: 'Revenue per charge',
      label: words(kind),
    })),
    ...serviceLevels.map(({ code, name }): ChartPlace => ({
      place: `service-level:${code}`,
      group: 'Revenue per service level',
      label: `${name} (${code})`,
    })),
    ...tax_kinds.map((kind): ChartPlace => ({
      place: `tax:${kind}`,
      group: 'VAT codes',
      label: tax_labels[kind],
    })),
  ]
}

/** The mapped account codes by place; places without a code are absent. */
export type Chart = ReadonlyMap<string, string>

/** Returns the name of a ledger account for people, such as 'Bank' or 'Revenue: fuel levy'. */
export function placeLabel(place: string): string {
  const [account = '', ...detail] = place.split(':')
  const label = (ledger_labels as Readonly<Record<string, string>>)[account] ?? words(account)
  return detail.length > 0 ? `${label}: ${words(detail.join(':')).toLowerCase()}` : label
}

/**
 * Returns the account code of a ledger account: its own, or that of the account it belongs to. Revenue of a mapped
 * service level has the code of the service level. `undefined` when neither is mapped.
 */
export function codeOf(chart: Chart, place: string, serviceLevel: string): string | undefined {
  const [account = ''] = place.split(':')
  const ofService = account === 'revenue' ? chart.get(`service-level:${serviceLevel}`) : undefined
  return ofService ?? chart.get(place) ?? chart.get(account)
}

/** Returns the tax codes that are used in a program without an entry in the chart. */
export const usualTaxCodes = (format: ExportFormat): Readonly<Record<TaxKind, string>> =>
  usual_tax_codes[format]

/** Returns the tax code of a line in a program. */
export function taxCodeOf(chart: Chart, format: ExportFormat, tax: TaxKind): string {
  return chart.get(`tax:${tax}`) ?? usual_tax_codes[format][tax]
}
