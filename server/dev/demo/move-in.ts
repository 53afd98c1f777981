import { systemActor } from '@waybill/domain/kit/actor'
import { load_calls, moveInApi } from '@waybill/domain/move-in/api'
import { callHandler } from '../call-handler.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import type { Demo } from './company.ts'

/** Loads the address book of an account from another system, and prices three of its old waybills. */
export async function makeMoveIn(runtime: Runtime, demo: Demo): Promise<void> {
  const [account] = demo.accounts
  if (!account) return
  const staff = { ...systemActor(demo.provider_id), username: 'thandi' }
  await callHandler(runtime, staff, load_calls['address-books'], {
    file_name: 'old-address-books.csv',
    content: [
      'account_code,name,contact,phone,street,suburb,city,postal_code,province',
      `${account.code},Kalahari Reads,Naledi Mokoena,0825550171,31 Bath Avenue,Rosebank,Johannesburg,2196,GP`,
      `${account.code},Drakensberg Stationers,Zanele Dlamini,0825550172,14 Florida Road,Morningside,Durban,4001,KZN`,
    ].join('\n'),
  })
  await callHandler(runtime, staff, moveInApi.priceShadowMonth, {
    file_name: 'waybills-of-february.csv',
    content: [
      'waybill,account_code,service_level,from_suburb,from_city,from_postal_code,to_suburb,to_city,to_postal_code,weight,price',
      `W0012345,${account.code},ECO,Epping,Cape Town,7460,Rosebank,Johannesburg,2196,3,105.00`,
      `W0012346,${account.code},ECO,Epping,Cape Town,7460,Morningside,Durban,4001,8,162.50`,
      `W0012347,${account.code},SAMEDAY,Epping,Cape Town,7460,Gardens,Cape Town,8001,1,95.00`,
    ].join('\n'),
  })
}
