import { widgetSnippet } from '@waybill/domain/tracking/widget-origins'
import { CopiedText } from './CopiedText.tsx'

/** The HTML with which a shop shows the tracking widget. */
export function WidgetSnippet() {
  return (
    <CopiedText
      title="Tracking widget for shops"
      hint="A shop adds this to its page. It works on the shops that are listed above; add ?ref= and references, separated by commas, to show parcels at once."
      text={widgetSnippet(window.location.origin)}
    />
  )
}
