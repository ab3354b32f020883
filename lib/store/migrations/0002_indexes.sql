CREATE INDEX "creation_attempts_staff" ON "creation_attempts" USING btree ("environment","staff_id","created_at");--> statement-breakpoint
CREATE INDEX "bulk_runs_made" ON "bulk_runs" USING btree ("environment","at");--> statement-breakpoint
CREATE INDEX "bulk_runs_open" ON "bulk_runs" USING btree ("at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "decisions_made" ON "decisions" USING btree ("environment","created_at");--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("created_at") WHERE shared;