import { useQueries } from '@tanstack/react-query'
import { IconCamera } from '../../kit/icons/icons.ts'
import type { Stop } from '@waybill/domain/drivers/model'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { AttachedFiles } from '../../files/index.ts'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import shared from '../driver.module.css'
import type { DriverApp } from '../use-driver-app.ts'
import { add_photos } from './AddPhotosFlow.tsx'
import { stopAddress } from './StopRow.tsx'
import { useTexts } from '../texts/texts.ts'

/** The files of the shipments at a stop as last read, photos that wait to be sent, and a link to add photos. */
export function StopFiles({ app, stop }: { app: DriverApp; stop: Stop }) {
  const me = useMe()
  const t = useTexts()
  const mayRead = mayCall(me, shipmentsApi.files)
  const answers = useQueries({
    queries: stop.shipments.map(({ shipment_id }) => ({
      ...endpointQuery(shipmentsApi.files, { shipment_id }),
      enabled: mayRead,
    })),
  })
  const files = answers.flatMap(({ data }) => data?.shipment_files ?? [])
  const waiting = app.state.waiting.filter(
    ({ content: { action } }) => action.type === add_photos && action.stop_id === stop.stop_id,
  )
  const unsent = waiting.reduce((sum, { content }) => sum + content.evidence.length, 0)
  const mayAdd = mayCall(me, shipmentsApi.addFiles)
  if (!mayAdd && files.length === 0) return null
  return (
    <>
      <h2 className={shared.listHead}>{t.stop.files}</h2>
      <div className={shared.block}>
        <AttachedFiles files={files} />
        {unsent > 0 && <p className={shared.under}>{t.stop.photosWait(unsent)}</p>}
        {mayAdd && (
          <AppLink to={`${stopAddress(stop.stop_id)}/${add_photos}`} className={shared.big}>
            <Icon of={IconCamera} size={24} />
            {t.stop.addPhoto}
          </AppLink>
        )}
      </div>
    </>
  )
}
