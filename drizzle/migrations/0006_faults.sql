ALTER TABLE `attempts` ADD `fault_by` text;--> statement-breakpoint
ALTER TABLE `attempts` ADD `fault_kind` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `faults` text;