import { describe, expect, it } from 'vitest'
import { role_ids, type Actor } from '../kit/actor.ts'
import { page_sizes } from '../kit/lists/paging.ts'
import { isPermission } from '../identity/users-and-roles/permissions.ts'
import { starter_roles } from '../identity/users-and-roles/roles.ts'
import { findReport, reports } from './catalogue.ts'
import { columnsFor, groupingsFor, maySeeReport, quotient, report_groups, totalsOf } from './report.ts'

const actor = (roleId: number, accountId: number | null = null): Actor => ({
  kind: 'user',
  provider_id: 1,
  user_id: 1,
  username: 'a',
  name: 'A',
  email: '',
  role_id: roleId,
  role_name: '',
  account_id: accountId,
  branch_id: null,
  limit_user_to_branch: false,
  limit_user_to_account: false,
  permissions_ui: [],
  impersonated_by: null,
  permissions: starter_roles.find(({ id }) => id === roleId)?.permissions ?? [],
})
const visibleTo = (by: Actor) => reports.filter((report) => maySeeReport(by, report)).map(({ id }) => id)

describe('report catalogue', () => {
  it('[REP-002] gives each report a unique hyphenated id, a question, unique columns and existing permissions', () => {
    expect(new Set(reports.map(({ id }) => id)).size).toBe(reports.length)
    for (const report of reports) {
      expect(report.id).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(report.question, report.id).toMatch(/\?$/)
      expect(report_groups).toContain(report.group)
      expect(
        (report.needs ?? []).filter((one) => !isPermission(one)),
        report.id,
      ).toEqual([])
      const keys = report.columns.map(({ key }) => key)
      expect(new Set(keys).size, report.id).toBe(keys.length)
      for (const key of report.chart ?? []) expect(keys, report.id).toContain(key)
      expect(Boolean(report.date_of), report.id).toBe(report.dated)
    }
  })

  it('shows administrators all reports, drivers none, and other staff roles the reports of their area', () => {
    expect(visibleTo(actor(role_ids.administrator))).toHaveLength(reports.length)
    expect(visibleTo(actor(role_ids.driver))).toEqual([])
    expect(visibleTo(actor(12))).toContain('hub-throughput')
    expect(visibleTo(actor(12))).not.toContain('driver-performance')
    expect(visibleTo(actor(11))).toContain('driver-performance')
    expect(visibleTo(actor(11))).not.toContain('revenue')
    expect(visibleTo(actor(13))).toContain('notification-delivery')
    expect(visibleTo(actor(13))).not.toContain('invoices')
    expect(visibleTo(actor(role_ids.finance_manager))).toContain('vat')
  })

  it('shows customers the reports and groupings for customers, without amounts for roles without billing access', () => {
    const owner = actor(role_ids.account_owner, 7)
    expect(visibleTo(owner)).toEqual(
      expect.arrayContaining(['shipment-volumes', 'invoices', 'age-analysis', 'ledger']),
    )
    expect(visibleTo(owner)).not.toContain('revenue')
    const noBilling = actor(role_ids.account_user_no_billing, 7)
    const money = reports
      .filter((report) => maySeeReport(noBilling, report))
      .flatMap((report) => columnsFor(noBilling, report))
      .filter(({ kind }) => kind === 'money')
    expect(money).toEqual([])
    const volumes = findReport('shipment-volumes')
    expect(volumes && groupingsFor(owner, volumes).map(({ value }) => value)).toEqual(['day', 'service'])
  })
})

describe('report totals', () => {
  it('sums the columns and computes percentages from the sums', () => {
    const report = findReport('on-time-collection')
    const rows = [
      { expected: 10, on_time: 10, late: 0, open: 0 },
      { expected: 90, on_time: 0, late: 60, open: 30 },
    ]
    expect(report && totalsOf(report.columns, rows)).toEqual({
      expected: 100,
      on_time: 10,
      late: 60,
      open: 30,
      share: 10,
    })
  })

  it('returns null for a whole of zero, and rounds percentages to one decimal and amounts to whole cents', () => {
    expect(quotient(5, 0, 'percent')).toBeNull()
    expect([quotient(1, 3, 'percent'), quotient(1000, 3, 'money'), quotient(10, 4, 'decimal')]).toEqual([
      33.3, 333, 2.5,
    ])
  })
})

describe('table page sizes', () => {
  it('[REP-016] are 20 rows by default, 10 for small and 100 for large', () => {
    expect(page_sizes).toEqual({ default: 20, small: 10, large: 100 })
  })
})
