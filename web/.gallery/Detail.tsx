import { PageHeader } from '../src/kit/ui/PageHeader.tsx'
import { Page } from '../src/kit/ui/Layout.tsx'
import { Reference } from '../src/kit/ui/Value.tsx'
import { EmptyState, Loading, RegionError } from '../src/kit/ui/States.tsx'
import { Card } from '../src/kit/ui/Card.tsx'
import { Refusal } from '../src/kit/api/refusal.ts'
export default function Detail() {
  return <Page width="detail"><PageHeader title={<Reference of="K7M2QX" copy="always" />} titleText="K7M2QX" mono back={{ to: '/shipments', label: 'Shipments' }} note="Economy · 3 parcels · 33 kg charged" />
    <Card title="Route" ruled><Loading /></Card><br /><RegionError thrown={new Refusal(500, 'it broke', { request_id: 'req_123' })} what="Charges" onRetry={() => undefined} /><EmptyState title="No notes yet" /></Page>
}
