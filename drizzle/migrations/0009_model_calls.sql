CREATE TABLE `live_texts` (
	`run_id` text NOT NULL,
	`attempt_key` text NOT NULL,
	`turn` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`run_id`, `attempt_key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `model_calls` (
	`run_id` text NOT NULL,
	`seq` integer NOT NULL,
	`base` integer,
	`kept` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`run_id`, `seq`)
) STRICT, WITHOUT ROWID;
