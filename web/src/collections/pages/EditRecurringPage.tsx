import { useQuery } from '@tanstack/react-query'
import { IconPlayerStop } from '../../kit/icons/icons.ts'
import { collectionsApi } from '@waybill/domain/collections/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { EditRecurring } from '../EditRecurring.tsx'
import { useEndRecurring } from '../end-recurring.ts'
import { repeatsText } from '../request-texts.ts'

const list = '/collection-requests/recurring'
const back = { to: list, label: 'Recurring collections' }

/** Page to change a recurring collection from today on, or to end it. */
export default function EditRecurringPage() {
  const me = useMe()
  const go = useGo()
  const id = Number(usePathPart('id'))
  const end = useEndRecurring(() => go(list))
  const query = useQuery({
    ...endpointQuery(collectionsApi.recurring, { id }),
    enabled: Number.isSafeInteger(id),
  })
  const [recurring] = query.data?.recurring ?? []
  if (!recurring)
    return (
      <PendingRecord
        name="recurring collection"
        back={back}
        query={query}
        missing="There is no such recurring collection, it has ended, or it is not yours."
      />
    )
  return (
    <Page width="form">
      <PageHeader
        title="Recurring collection"
        note={repeatsText(recurring)}
        back={back}
        actions={
          mayCall(me, collectionsApi.endRecurring) && (
            <Button variant="danger" icon={IconPlayerStop} onClick={() => end(recurring)}>
              End
            </Button>
          )
        }
      />
      {mayCall(me, collectionsApi.changeRecurring) ? (
        <EditRecurring key={id} recurring={recurring} from={dayOf(new Date())} onDone={() => go(list)} />
      ) : (
        <EmptyState title="You may look at recurring collections, but not change them." />
      )}
    </Page>
  )
}
