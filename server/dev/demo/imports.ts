import { importApi } from '@waybill/domain/imports/api'
import { guessColumns } from '@waybill/domain/imports/columns'
import { readShipmentFile } from '@waybill/domain/imports/shipment-file'
import { systemActor } from '@waybill/domain/kit/actor'
import { stickersApi } from '@waybill/domain/shipments/labels/stickers'
import { actorOf } from '../../src/identity/index.ts'
import { runBulkRows } from '../../src/imports/index.ts'
import { callHandler } from '../call-handler.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import { asSystem } from '../../src/main/install.ts'
import { jobFacts } from '../../src/jobs/outbox.ts'
import { externalContext } from '../../src/db/transaction.ts'
import type { Demo } from './company.ts'

/** Assigns a roll of tracking stickers to an account. */
export async function makeStickers(runtime: Runtime, demo: Demo): Promise<void> {
  const [, account] = demo.accounts
  if (!account) return
  const staff = { ...systemActor(demo.provider_id), username: 'thandi' }
  await callHandler(runtime, staff, stickersApi.assign, {
    account_id: account.id,
    prefix: 'FYN',
    from: 1001,
    to: 1200,
    digits: 7,
    remark: 'Roll 1',
  })
}

const receivers = [
  'Naledi Mokoena,0825550161,31 Bath Avenue,Rosebank,Johannesburg,2196,GP,1x30x20x15x2.5,ECO',
  'Pieter Venter,0825550162,8 Lynnwood Road,Brooklyn,Pretoria,0181,GP,2x25x25x20x3,ECO',
  'Zanele Dlamini,0825550163,14 Florida Road,Morningside,Durban,4001,KZN,1x40x30x20x6,ECO',
  'Ruan Smit,0825550164,5 Jan Smuts Avenue,Parktown,Johannesburg,2193,GP,1x22x18x9x1,ECO',
  'Ayesha Patel,0825550165,77 Oxford Road,Saxonwold,Johannesburg,2196,GP,3x30x20x10x2,ECO',
  'Johan Nel,0825550166,2 Burnett Street,Hatfield,Pretoria,0083,GP,1x20x20x20x2,SAMEDAY',
]

/** Imports and runs a file with a few orders. One of its rows has an unknown service level. */
export async function makeImport(runtime: Runtime, demo: Demo): Promise<void> {
  const [account] = demo.accounts
  const actor = await asSystem(runtime, demo.provider_id, async (ctx) => {
    const { id } = await ctx.db
      .selectFrom('app_user')
      .select('id')
      .where('username', '=', 'thandi')
      .executeTakeFirstOrThrow()
    return actorOf(ctx.db, demo.provider_id, id, 'user')
  })
  if (!account || !actor) return
  const { street_address, local_area, city, code, zone } = account.address
  const sender = `${account.name},Dispatch,0215550142,${street_address},${local_area},${city},${code},${zone}`
  const content = [
    'account_code,customer_reference,collection_company,collection_contact,collection_phone,collection_street,collection_suburb,collection_city,collection_code,collection_zone,delivery_contact,delivery_phone,delivery_street,delivery_suburb,delivery_city,delivery_code,delivery_zone,parcels,service_level_code',
    ...receivers.map((receiver, at) => `${account.code},WEB-${2041 + at},${sender},${receiver}`),
  ].join('\n')
  const file = readShipmentFile(content)
  if ('problem' in file) throw new Error(file.problem)
  const { columns } = guessColumns(file.headings)
  const { id } = await callHandler(runtime, actor, importApi.start, {
    file_name: 'web-orders.csv',
    content,
    columns: { ...columns },
    dangerous_goods_confirmed: undefined,
  })
  const goOn = async () =>
    runBulkRows(
      await externalContext(runtime, {
        actor: systemActor(demo.provider_id),
        request: jobFacts(runtime, 'demo'),
      }),
      { job_id: id },
    )
  await goOn()
  await callHandler(runtime, actor, importApi.run, { id })
  await goOn()
}
