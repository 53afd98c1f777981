import { beforeEach, expect, it, vi } from 'vitest'
import { OfflineQueue, type QueueItem, type QueueStorage } from '../../kit/queue/offline-queue.ts'
import type { Evidence } from '../proof-of-delivery/hand-over.ts'
import { uploadEvidence } from '../proof-of-delivery/upload-evidence.ts'
import { sendAction } from './send-action.ts'

/** The values of the requests in the order in which they arrived. */
const requests: Record<string, unknown>[] = []
const stored = new Map<string, string>()
let answerAction: () => Response
/** Upload names that the server has deleted because no action named them. */
const forgotten = new Set<string>()

beforeEach(() => {
  requests.length = 0
  stored.clear()
  forgotten.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string | null }) => {
    const { pathname, searchParams } = new URL(address, 'https://fynbos.example')
    requests.push(
      body === null ? Object.fromEntries(searchParams) : (JSON.parse(body) as Record<string, unknown>),
    )
    if (pathname === '/api/drivers/actions') return answerAction()
    const name = searchParams.get('upload_name') ?? `name-${requests.length}.jpg`
    if (forgotten.has(name)) return Response.json({ message: 'Unknown upload.' }, { status: 404 })
    return Response.json({ url: '', file_name: name, pieces: null, is_stored: true })
  })
  return () => vi.unstubAllGlobals()
})

function memoryStorage(): QueueStorage {
  const items = new Map<string, QueueItem>()
  return {
    all: async () => [...items.values()],
    put: async (item) => void items.set(item.id, item),
    remove: async (id) => void items.delete(id),
  }
}

const id = '00000000-0000-4000-8000-000000000001'
const photo: Evidence = {
  evidence_id: 'photo-1',
  kind: 'photo',
  blob: new Blob(['x'], { type: 'image/jpeg' }),
}
const delivery = {
  action: {
    type: 'deliver' as const,
    shipment_id: 7,
    occurred_at: new Date('2026-03-03T08:00:00Z'),
    payload: { photos: ['photo-1'] },
  },
  evidence: [photo],
  where: '9 4th Avenue',
}

const photoQueue = () =>
  new OfflineQueue<Evidence, unknown>(
    'photos:sipho',
    { send: async () => undefined, lanes: 0 },
    memoryStorage(),
  )
const accepted = () =>
  Response.json({ results: [{ action_id: id, result: 'applied', message: '', shipment_status: null }] })

it('sends a photo under the name of its action when the server has forgotten the name that was reserved first', async () => {
  const photos = photoQueue()
  answerAction = () => Response.error()
  await expect(sendAction(id, delivery, photos)).rejects.toMatchObject({ status: 0 })
  forgotten.add('name-1.jpg')
  answerAction = accepted
  await sendAction(id, delivery, photos)
  const [queued] = photos.state.read().waiting
  const name = queued?.content.upload_name ?? ''
  expect(name).toMatch(/^name-/)
  expect(forgotten).not.toContain(name)
  expect(requests.at(-1)).toMatchObject({ actions: [{ files: [name], payload: { photos: [name] } }] })
  photos.stop()
})

it('sends an action, and later its photo, under the name that was reserved first, after local storage was cleared', async () => {
  const photos = photoQueue()
  answerAction = () => Response.error()
  await expect(sendAction(id, delivery, photos)).rejects.toMatchObject({ status: 0 })
  stored.clear()
  answerAction = accepted
  await sendAction(id, delivery, photos)
  expect(requests.at(-1)).toMatchObject({
    actions: [{ files: ['name-1.jpg'], payload: { photos: ['name-1.jpg'] } }],
  })
  stored.clear()
  const [queued] = photos.state.read().waiting
  if (!queued) throw new Error('The photo does not wait.')
  const names = await uploadEvidence([queued.content])
  expect(requests.at(-1)).toMatchObject({
    upload_name: 'name-1.jpg',
    // Of the text x.
    sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
  })
  expect(names.get('photo-1')).toBe('name-1.jpg')
  photos.stop()
})

it('throws a rejection with the code of its message', async () => {
  answerAction = () =>
    Response.json({
      results: [
        {
          action_id: id,
          result: 'conflict',
          message: 'COD000042 is void.',
          message_parts: [{ code: 'receipt_void', values: { receipt: 'COD000042' } }],
          shipment_status: null,
        },
      ],
    })
  await expect(sendAction(id, { ...delivery, evidence: [] })).rejects.toMatchObject({
    status: 409,
    code: 'receipt_void',
    message: expect.stringContaining('COD000042'),
  })
})
