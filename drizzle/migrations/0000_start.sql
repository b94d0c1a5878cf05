CREATE TABLE `attempts` (
	`run_id` text NOT NULL,
	`suite_key` text NOT NULL,
	`case_id` text NOT NULL,
	`case_hash` text NOT NULL,
	`attempt` integer NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`started_at` integer NOT NULL,
	`duration_ms` real NOT NULL,
	`score` real,
	`turns` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`first_seq` integer NOT NULL,
	`last_seq` integer NOT NULL,
	PRIMARY KEY(`run_id`, `last_seq`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `attempts_by_case` ON `attempts` (`suite_key`,`case_id`,`started_at`);--> statement-breakpoint
CREATE TABLE `blobs` (
	`sha256` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `events` (
	`run_id` text NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`type` text NOT NULL,
	`attempt_key` text,
	`data` text NOT NULL,
	`blobs` integer NOT NULL,
	PRIMARY KEY(`run_id`, `seq`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`suite_key` text NOT NULL,
	`agent_id` text NOT NULL,
	`connector` text,
	`status` text NOT NULL,
	`total` integer NOT NULL,
	`attempts` integer NOT NULL,
	`passed` integer NOT NULL,
	`failed` integer NOT NULL,
	`errors` integer NOT NULL,
	`timeouts` integer NOT NULL,
	`skipped` integer NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`exit_code` integer,
	`reason` text,
	`git_commit` text,
	`options` text NOT NULL,
	`pid` integer NOT NULL,
	`process_token` text NOT NULL,
	`host` text NOT NULL,
	`tool_version` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `runs_by_start` ON `runs` (`started_at`);--> statement-breakpoint
CREATE INDEX `runs_by_suite` ON `runs` (`suite_key`,`started_at`);