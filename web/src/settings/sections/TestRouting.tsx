import {
  routing_service_names,
  routing_services,
  routingApi,
  type RoutingService,
} from '@waybill/domain/drivers/routing-api'
import {
  stops_ordered_by,
  travel_times_from,
  travel_times_url,
  vroom_url,
} from '@waybill/domain/drivers/routing/settings'
import type { Setting } from '@waybill/domain/kit/setting'
import { call } from '../../kit/api/index.ts'
import { ServiceTest, ServiceTests } from '../../kit/form/ServiceTests.tsx'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { SettingsEditing } from '../editing/use-settings.ts'

/** Buttons that test the chosen routing services at the addresses in the form, saved or not. */
export function TestRouting({ editing }: { editing: SettingsEditing }) {
  const me = useMe()
  const valueOf = (setting: Setting): string => String(editing.of(setting).edited ?? '').trim()
  const chosen = [
    { word: valueOf(travel_times_from), url: valueOf(travel_times_url) },
    { word: valueOf(stops_ordered_by), url: valueOf(vroom_url) },
  ].flatMap(({ word, url }): { service: RoutingService; url: string }[] => {
    const service = routing_services.find((one) => one === word)
    return service ? [{ service, url }] : []
  })
  if (chosen.length === 0 || !mayCall(me, routingApi.test)) return null
  return (
    <ServiceTests>
      {chosen.map(({ service, url }) => (
        <ServiceTest
          key={`${service} ${url}`}
          label={`Test the connection to ${routing_service_names[service]}`}
          reason={url === '' ? 'Enter the address first.' : null}
          act={() => call(routingApi.test, { service, url })}
        />
      ))}
    </ServiceTests>
  )
}
