import { afterEach, describe, expect, it } from 'vitest'
import { checkInvariants } from './invariants/index.ts'
import { metricsGuard, type MetricsCaller } from '../http/metrics-guard.ts'
import { jobOf } from '../../dev/test-kit/job.ts'
import { newProvider, type TestProvider } from '../../dev/test-kit/provider.ts'

const caller = (more: Partial<MetricsCaller> = {}): MetricsCaller => ({
  address: '203.0.113.9',
  is_forwarded: false,
  token: null,
  ...more,
})

describe('access to the metrics', () => {
  it.each([
    ['allows a caller on the same machine', {}, { address: '127.0.0.1' }, true],
    ['allows a caller in a private network', {}, { address: '10.4.5.6' }, true],
    ['allows a private IPv4 address in its IPv6 form', {}, { address: '::ffff:192.168.1.9' }, true],
    ['rejects a caller with a public address', {}, {}, false],
    [
      'rejects a call forwarded by a proxy on the same machine',
      {},
      { address: '127.0.0.1', is_forwarded: true },
      false,
    ],
    ['allows an address in METRICS_ALLOW', { METRICS_ALLOW: '203.0.113.0/28, ::1' }, {}, true],
    [
      'rejects a private address that METRICS_ALLOW leaves out',
      { METRICS_ALLOW: '203.0.113.0/28' },
      { address: '10.4.5.6' },
      false,
    ],
    ['allows a caller with the token', { METRICS_TOKEN: 'a long token' }, { token: 'a long token' }, true],
    ['rejects a caller with another token', { METRICS_TOKEN: 'a long token' }, { token: 'another' }, false],
    ['rejects an empty token', { METRICS_TOKEN: '' }, { token: '' }, false],
  ])('%s', (_title, env, more, may) => {
    expect(metricsGuard(env)(caller(more))).toBe(may)
  })

  it('throws for an address list that it cannot parse', () => {
    expect(() => metricsGuard({ METRICS_ALLOW: '10.0.0.0/99' })).toThrow(
      'METRICS_ALLOW: ‘10.0.0.0/99’ is not an address',
    )
  })

  it('returns 404 to a caller behind a proxy', async () => {
    const p = await newProvider()
    const getMetrics = (headers = {}) => p.guest().http('GET', '/metrics', undefined, headers)
    expect((await getMetrics()).status).toBe(200)
    expect((await getMetrics({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
  })
})

describe('alarm metrics', () => {
  afterEach(async () => (await newProvider()).runtime.setNow(null))
  const figures = async (p: TestProvider): Promise<Record<string, number>> => {
    const { body } = await p.guest().http('GET', '/metrics')
    const lines = String(body)
      .split('\n')
      .filter((line) => line.startsWith('waybill_'))
    return Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.lastIndexOf(' ')),
        Number(line.slice(line.lastIndexOf(' ') + 1)),
      ]),
    )
  }

  it('reports broken invariants, overdue outbox entries and disk space, and has a gauge for each other alarm', async () => {
    const p = await newProvider()
    await p.given.shipment()
    await p.settle()
    const before = await figures(p)
    expect(before.waybill_alarms_read).toBe(1)
    expect(before.waybill_disk_free_bytes).toBeGreaterThan(0)
    expect(before.waybill_disk_size_bytes).toBeGreaterThan(before.waybill_disk_free_bytes ?? 0)
    expect(before.waybill_audit_seal_lag_seconds).toBeGreaterThanOrEqual(0)
    const { pool } = p.runtime.runtime
    await pool.query(
      `SET session_replication_role = replica;
       UPDATE account_balance SET balance = balance + 1 WHERE provider_id = ${p.provider_id};
       RESET session_replication_role`,
    )
    await checkInvariants(await jobOf(p))
    await pool.query(
      `INSERT INTO outbox (provider_id, event, listener, payload, request_id, next_attempt_at)
       VALUES ($1, 'x', 'nobody', '{}', 'x', $2)`,
      [p.provider_id, new Date(Date.now() - 600_000)],
    )
    const after = await figures(p)
    expect(after['waybill_invariant_broken_rows{invariant="2"}']).toBeGreaterThan(0)
    expect(after.waybill_outbox_oldest_seconds).toBeGreaterThan(590)
    expect(Object.keys(after)).toEqual(
      expect.arrayContaining([
        'waybill_backup_age_seconds',
        'waybill_clock_offset_seconds',
        'waybill_held_payments',
        'waybill_held_payment_oldest_seconds',
        'waybill_integration_oldest_seconds',
        'waybill_integration_failed_last_day',
        'waybill_invariants_age_seconds',
      ]),
    )
    await pool.query(`DELETE FROM outbox WHERE listener = 'nobody'`)
  })
})
