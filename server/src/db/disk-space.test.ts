import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { booking, newProvider, type TestProvider } from '../../dev/test-kit/provider.ts'
import { clearDiskFull } from './disk-space.ts'

/** Makes PostgreSQL report a full disk for every new shipment of a company. */
async function fillDisk(p: TestProvider): Promise<void> {
  await p.runtime.runtime.pool.query(`
    CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON shipment FOR EACH ROW
      WHEN (NEW.provider_id = ${p.provider_id}) EXECUTE FUNCTION no_room()`)
}
const freeDiskSpace = (p: TestProvider) =>
  p.runtime.runtime.pool.query('DROP TRIGGER IF EXISTS no_room ON shipment')

describe('full disk', () => {
  let p: TestProvider
  afterEach(() => freeDiskSpace(p))
  afterAll(clearDiskFull)

  it('returns 503 with Retry-After, stores nothing and reports the process as not ready', async () => {
    p = await newProvider()
    const staff = await p.staff()
    const account = await p.given.account()
    const ready = () => p.guest().http('GET', '/readyz')
    expect((await ready()).status).toBe(200)
    await fillDisk(p)
    const reply = await staff.http('POST', '/shipments', booking({ account_id: account.id }))
    expect([reply.status, Number(reply.headers['retry-after'])]).toEqual([503, expect.any(Number)])
    expect((reply.body as { message: string }).message).toMatch(/no room left.*Nothing was changed/)
    expect(await ready()).toMatchObject({
      status: 503,
      body: { reason: expect.stringContaining('The database has no space left') },
    })
    expect((await staff.send(shipmentsApi.list, { account_id: account.id })).shipments).toEqual([])
    await freeDiskSpace(p)
    clearDiskFull()
    expect((await ready()).status).toBe(200)
    await staff.send(shipmentsApi.create, booking({ account_id: account.id }))
  })
})
