-- A shipment by any of its exact references.
\set n random(1, :shipments)
SELECT id, short_tracking_reference, status FROM shipment WHERE provider_id = :provider::int AND short_tracking_reference = 'L' || lpad(:n::text, 8, '0')
UNION ALL
SELECT id, custom_tracking_reference, status FROM shipment WHERE provider_id = :provider::int AND custom_tracking_reference = 'L' || lpad(:n::text, 8, '0')
UNION ALL
SELECT shipment_id, tracking_reference, status FROM parcel WHERE provider_id = :provider::int AND tracking_reference = 'L' || lpad(:n::text, 8, '0')
UNION ALL
SELECT shipment_id, alternative_tracking_reference, status FROM parcel WHERE provider_id = :provider::int AND alternative_tracking_reference = 'L' || lpad(:n::text, 8, '0') AND status <> 'cancelled';
