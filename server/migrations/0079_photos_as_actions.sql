-- compatible-from: 0063
-- Photos that drivers add to a shipment later are actions, bound by hash like the others (decision 0150).
ALTER TABLE driver_action
  DROP CONSTRAINT driver_action_type_check,
  ADD CONSTRAINT driver_action_type_check CHECK (type IN (
    'start-day', 'end-day', 'start-route', 'break-start', 'break-end', 'vehicle-check', 'panic', 'message', 'load', 'arrive',
    'collect', 'collection-failed', 'collection-exception', 'cancel-parcel', 'add-parcel', 'add-shipment', 'add-photos',
    'reject', 'deliver', 'deposit-in-locker', 'hand-to-counter', 'collect-expired', 'does-not-fit', 'delivery-failed',
    'delivery-exception', 'return-to-sender', 'accept-manifest', 'arrive-manifest'
  ));
