import { filesApi } from '@waybill/domain/files/api'
import type { FileLink } from '@waybill/domain/files/model'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { generated_bytes_removed, generated_files_removed } from '../kit/counters.ts'
import { newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { jobOf, runSchedules } from '../../dev/test-kit/job.ts'
import { localFileStore } from './file-store.ts'
import { fileLink, fileSchedules } from './index.ts'
import { day_ms, minute_ms } from '@waybill/domain/kit/dates/durations'

const start = new Date('2031-03-04T10:30:00Z')

let p: TestProvider
let staff: Caller
beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
})
afterEach(() => p.runtime.setNow(null))

/** Runs the scheduled file jobs, `ms` milliseconds after `start`. */
async function runFileJobsAfter(ms: number): Promise<void> {
  p.runtime.setNow(new Date(start.getTime() + ms))
  await runSchedules(fileSchedules, p)
}
const statusOf = async ({ url }: Pick<FileLink, 'url'>) => {
  const { pathname, search } = new URL(url)
  return (await p.guest().http('GET', pathname + search)).status
}
const rows = () =>
  p.inTransaction((ctx) =>
    ctx.db.selectFrom('generated_file').select(['key', 'bytes']).orderBy('id').execute(),
  )
const isStored = async (key: string) =>
  (await localFileStore(`${p.runtime.runtime.data_dir}/files`).get(key)) !== null
const removed = async () => [
  (await generated_files_removed.get()).values[0]?.value ?? 0,
  (await generated_bytes_removed.get()).values[0]?.value ?? 0,
]

describe('generated documents', () => {
  it('expire after 15 minutes for a page user and seven days for other systems, then file and row are removed', async () => {
    const { id } = await p.given.shipment()
    p.runtime.setNow(start)
    const clicked = await staff.send(shipmentsApi.label, { id: [id] })
    const [first] = await rows()
    const system = (await staff.http('GET', `/shipments/label?id=${id}`)).body as FileLink
    expect([clicked.expiry_duration, system.expiry_duration]).toEqual(['15 minutes', '7 days'])
    const [, second] = await rows()
    if (!first || !second) throw new Error('A document was not written down.')
    const before = await removed()
    await runFileJobsAfter(14 * minute_ms)
    expect([await statusOf(clicked), await statusOf(system)]).toEqual([200, 200])
    await runFileJobsAfter(16 * minute_ms)
    expect([await statusOf(clicked), await statusOf(system)]).toEqual([404, 200])
    expect([await isStored(first.key), await isStored(second.key)]).toEqual([false, true])
    expect(await rows()).toEqual([second])
    // The counters cover the whole installation: files of other providers may expire at the same moment.
    const [files = 0, bytes = 0] = await removed()
    expect(files).toBeGreaterThan(before[0] ?? 0)
    expect(bytes).toBeGreaterThanOrEqual((before[1] ?? 0) + Number(first.bytes))
    await runFileJobsAfter(7 * day_ms - minute_ms)
    expect([await statusOf(system), await isStored(second.key)]).toEqual([200, true])
    await runFileJobsAfter(7 * day_ms + minute_ms)
    expect([await statusOf(system), await isStored(second.key)]).toEqual([404, false])
    expect(await rows()).toEqual([])
  })
})

describe('links to documents of a job', () => {
  it('remain valid for the given number of days', async () => {
    p.runtime.setNow(start)
    const document = {
      folder: 'exports',
      filename: 'a.csv',
      bytes: Buffer.from('a'),
      content_type: 'text/csv',
      days: 7,
    }
    const link = await fileLink(await jobOf(p), document)
    expect(link.expiry_duration).toBe('7 days')
    await runFileJobsAfter(7 * day_ms - minute_ms)
    expect(await statusOf(link)).toBe(200)
    await runFileJobsAfter(7 * day_ms + minute_ms)
    expect(await statusOf(link)).toBe(404)
  })
})

describe('uploads', () => {
  it('deletes uploads that never arrived or were rejected after a day and keeps others', async () => {
    p.runtime.setNow(start)
    const upload = () => staff.send(filesApi.upload, { file_name: 'a.csv', folder: 'imports' })
    const [taken] = [await upload(), await upload()]
    const { pathname, search } = new URL(taken.url)
    expect((await p.guest().http('PUT', pathname + search, Buffer.from('a,b\n1,2\n'))).status).toBe(200)
    await p.inTransaction((ctx) =>
      ctx.db
        .insertInto('stored_file')
        .values({
          provider_id: p.provider_id,
          folder: 'imports',
          name: 'refused.csv',
          display_name: 'refused.csv',
          content_type: 'text/csv',
          size: 0,
          digest: '',
          state: 'refused',
          refusal: 'is no file',
          created_by: staff.username,
          time_created: start,
        })
        .execute(),
    )
    const names = async () =>
      (await p.inTransaction((ctx) => ctx.db.selectFrom('stored_file').select('name').execute())).map(
        ({ name }) => name,
      )
    await runFileJobsAfter(day_ms - minute_ms)
    expect(await names()).toHaveLength(3)
    await runFileJobsAfter(day_ms + minute_ms)
    expect(await names()).toEqual([taken.file_name])
  })

  it('serves a file that is not a picture as a download, sandboxed and without cookies', async () => {
    const { url, file_name } = await staff.send(filesApi.upload, { file_name: 'a.csv', folder: 'imports' })
    const put = new URL(url)
    await p.guest().http('PUT', put.pathname + put.search, Buffer.from('a,b\n1,2\n'))
    const { url: addresses } = await staff.send(filesApi.download, {
      file_name: [file_name],
      folder: 'imports',
    })
    const got = new URL(addresses[file_name] ?? '')
    const { status, headers } = await p.guest().http('GET', got.pathname + got.search)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe('attachment; filename="a.csv"')
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['set-cookie']).toBeUndefined()
  })
})
