ALTER TABLE "outbox_attempts" ADD COLUMN "host" text;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "import_ids" text[];--> statement-breakpoint
CREATE INDEX "outbox_messages_imports" ON "outbox_messages" USING gin ("import_ids") WHERE import_ids is not null;