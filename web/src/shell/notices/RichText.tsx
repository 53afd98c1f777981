import { ProseLine } from '../../kit/ui/texts/Prose.tsx'
import { useAccess } from '../access.ts'
import { mayVisit } from '../pages.ts'

/** A company message with Markdown. Loaded only for messages that contain Markdown. */
export default function RichText({ text }: { text: string }) {
  const access = useAccess()
  return <ProseLine text={text} mayGo={(path) => mayVisit(path, access)} />
}
