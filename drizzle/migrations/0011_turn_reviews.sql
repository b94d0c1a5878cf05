CREATE TABLE `turn_reviews` (
	`run_id` text NOT NULL,
	`suite_key` text NOT NULL,
	`case_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`turn` integer NOT NULL,
	`reviewer` text NOT NULL,
	`verdict` text NOT NULL,
	`note` text NOT NULL,
	`reviewed_at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `suite_key`, `case_id`, `attempt`, `turn`, `reviewer`)
) STRICT;
