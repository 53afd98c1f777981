-- What a device did once is known by who did it and the id that the device gave it: nobody is answered with, or kept out
-- by, what somebody else did under the same id.
DROP INDEX driver_action_once;
CREATE UNIQUE INDEX driver_action_once ON driver_action (provider_id, username, action_id);
DROP INDEX hub_scan_once;
CREATE UNIQUE INDEX hub_scan_once ON hub_scan (provider_id, scanned_by, scan_id);
