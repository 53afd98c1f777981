import { toast } from '../../../kit/layers/toasts.ts'
import { Card } from '../../../kit/ui/page-layout/Card.tsx'
import { Page } from '../../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../../kit/ui/page-layout/PageHeader.tsx'
import { useGo } from '../../../kit/url/use-go.ts'
import { usePlaces } from '../../pages/use-places.ts'
import { UnidentifiedForm } from '../UnidentifiedForm.tsx'

/** Page on which a phone or a station captures a parcel without a readable label (HUB-003). */
export default function NewUnidentifiedPage() {
  const go = useGo()
  const branches = usePlaces()?.branches ?? []
  return (
    <Page width="form">
      <PageHeader
        title="Keep an unidentified parcel"
        back={{ to: '/tools/unidentified-parcels', label: 'Unidentified parcels' }}
      />
      <Card title="What was found">
        <UnidentifiedForm
          known={{}}
          branches={branches}
          onCancel={() => void go('/tools/unidentified-parcels')}
          onStored={async ({ id, display_id }) => {
            toast.success(`Write ${display_id} on the parcel`)
            await go(`/tools/unidentified-parcels/${id}`)
          }}
        />
      </Card>
    </Page>
  )
}
