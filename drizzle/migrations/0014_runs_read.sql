CREATE TABLE `runs_read` (
	`run_id` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER `events_changed` AFTER UPDATE ON `events` BEGIN DELETE FROM `runs_read` WHERE `run_id` = OLD.`run_id`; END;
--> statement-breakpoint
CREATE TRIGGER `events_removed` AFTER DELETE ON `events` BEGIN DELETE FROM `runs_read` WHERE `run_id` = OLD.`run_id`; END;
--> statement-breakpoint
CREATE TRIGGER `event_packs_changed` AFTER UPDATE ON `event_packs` BEGIN DELETE FROM `runs_read` WHERE `run_id` = OLD.`run_id`; END;
--> statement-breakpoint
CREATE TRIGGER `event_packs_removed` AFTER DELETE ON `event_packs` BEGIN DELETE FROM `runs_read` WHERE `run_id` = OLD.`run_id`; END;
--> statement-breakpoint
CREATE TRIGGER `runs_removed` AFTER DELETE ON `runs` BEGIN DELETE FROM `runs_read` WHERE `run_id` = OLD.`id`; END;
