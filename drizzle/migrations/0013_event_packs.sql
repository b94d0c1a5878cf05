CREATE TABLE `event_packs` (
	`run_id` text NOT NULL,
	`seq` integer NOT NULL,
	`count` integer NOT NULL,
	`size` integer NOT NULL,
	`blobs` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`run_id`, `seq`)
) STRICT, WITHOUT ROWID;
