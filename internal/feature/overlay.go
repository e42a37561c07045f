package feature

// overlays are the values that the layers of the cascade set. A flag is written without
// "flag.".
func overlays() []overlay {
	return []overlay{
		{layer: lovedOne,
			on: `global.social_share shortlist.actions.print shortlist.actions.export settings.admin.export
				settings.admin.export.audit_bundle settings.admin.export.audit_pdf legal.audit_bundle_note page.compare
				detail.tabs.compare onboarding.method.import_audit_bundle detail.annotations_sidebar dashboard.annotation_banner
				appgrid.card.annotation_highlight notifications.quiet_hours`,
			off: `devopts.feature_flag_presets`,
		},
		{layer: guardian,
			on: `detail.policy.safety_summary guardian.age_rating dashboard.callout.age_rating notifications.quiet_hours`,
			off: `global.keyboard_shortcuts global.info_tooltips global.label_hints devopts.ai.debug_logging settings.ai.debug_logging
				settings.policies.wayback_import desktop.app_section devopts.visible page.compare page.privacy_map page.manual_apps
				taskcenter.widget notifications.resume.enabled detail.policy.run_log_strip detail.policy.run_log_details
				detail.policy.chunk_notes detail.annotations_sidebar dashboard.annotation_banner appgrid.card.annotation_highlight
				devopts.feature_flag_presets`,
		},
		{layer: monitor,
			on: `detail.policy.ai_summary detail.policy.lens_grid detail.charts.category_trend dashboard.callout.understand_only
				notifications.bell taskcenter.widget detail.timeline.live_rows detail.timeline.wayback_rows`,
		},
		{layer: cleanup,
			on: `dashboard.risk_section dashboard.callout.declutter dashboard.callout.understand_declutter
				onboarding.privacy_profile_setup appgrid.card.risk_pill appgrid.card.profile_badge appgrid.card.risk_chips
				appgrid.filter.risk_buttons appgrid.filter.profile_mismatch dashboard.profile_mismatch_section
				detail.labels.profile_mismatch_badges detail.policy.ai_summary detail.policy.lens_grid page.compare
				detail.tabs.compare`,
			off: `dashboard.callout.understand_only`,
		},
		{layer: minimal,
			off: `global.keyboard_shortcuts global.info_tooltips global.label_hints global.about_modal global.live_text_modal
				devopts.visible devopts.ai.debug_logging settings.ai.debug_logging settings.policies.wayback_import
				desktop.app_section page.compare page.privacy_map page.manual_apps page.stats page.shortlist taskcenter.widget
				notifications.resume.enabled detail.policy.run_log_strip detail.policy.run_log_details detail.policy.chunk_notes
				detail.policy.fallback_references detail.policy.lens_grid detail.policy.change_strip notifications.bell.polling
				detail.timeline.wayback_rows detail.timeline.wayback_toggle detail.a11y.preference_highlights
				appgrid.card.profile_badge appgrid.card.change_dot appgrid.card.freshness_chip appgrid.card.risk_chips
				dashboard.profile_mismatch_section detail.labels.profile_mismatch_badges dashboard.callout.declutter
				dashboard.callout.guardian dashboard.callout.understand_declutter dashboard.callout.understand_only
				dashboard.activity_section dashboard.glance_section dashboard.risk_tier_legend detail.charts.category_trend
				detail.charts.trend_presets detail.charts.trend_legend detail.timeline.review_rows
				detail.timeline.review_snapshot_chips detail.timeline.trigger_pills detail.timeline.version_chip
				detail.timeline.matches_live_sync_badge detail.annotations_sidebar dashboard.annotation_banner
				appgrid.card.annotation_highlight devopts.feature_flag_presets appgrid.review_queue.enabled
				appgrid.review_queue.bulk_select`,
		},
		{layer: accessibility,
			on: `detail.a11y.panel detail.a11y.preference_highlights appgrid.filter.accessibility
				onboarding.accessibility_profile_setup notifications.types.accessibility_changes global.accessibility_toggles`,
		},
		{layer: desktop, on: `desktop.app_section onboarding.method.configurator`},
	}
}

// dependencies are the flags that are off unless another one is on. A flag is
// written without "flag.".
func dependencies() []dependency {
	return []dependency{
		{parent: "detail.timeline.wayback_rows", children: `detail.timeline.wayback_toggle detail.timeline.matches_live_sync_badge`},
		{parent: "detail.timeline.live_rows", children: `detail.timeline.policy_diff_toggle detail.timeline.policy_preview_toggle detail.timeline.trigger_pills
			detail.timeline.version_chip`},
		{parent: "detail.timeline.review_rows", children: `detail.timeline.review_snapshot_chips`},
		{parent: "detail.policy.panel", children: `detail.policy.rescrape_button detail.policy.summarise_button detail.policy.rescrape_summarise_button
			detail.policy.preview_toggle detail.policy.run_log_strip detail.policy.fallback_references
			detail.policy.wayback_backup_link detail.policy.source_policy_link detail.policy.recent_change_banner
			detail.policy.whats_new`},
		{parent: "detail.policy.run_log_strip", children: `detail.policy.run_log_details`},
		{parent: "detail.policy.ai_summary", children: `detail.policy.ai_summary_disclaimer detail.policy.highlights detail.policy.lens_grid detail.policy.safety_summary
			detail.policy.change_strip detail.policy.chunk_notes`},
		{parent: "guardian.age_rating", children: `dashboard.callout.age_rating`},
		{parent: "detail.a11y.panel", children: `detail.a11y.preference_highlights`},
		{parent: "detail.review.panel", children: `detail.review.mark_reviewed detail.review.dismiss detail.review.snooze_menu`},
		{parent: "taskcenter.widget", children: `taskcenter.auto_dismiss taskcenter.resume_cards taskcenter.polling`},
		{parent: "notifications.bell", children: `notifications.bell.polling`},
		{parent: "appgrid.review_queue.enabled", children: `appgrid.review_queue.bulk_select appgrid.review_queue.cfgutil_uninstall`},
		{parent: "page.stats", children: `stats.viz.heatmap stats.viz.timeline stats.viz.radar stats.viz.sankey stats.viz.small_multiples stats.viz.compare
			stats.viz.category_bars stats.viz.accessibility_bars stats.recent_changes.filter stats.off_profile_card`},
		{parent: "page.shortlist", children: `shortlist.actions.remove shortlist.actions.preview shortlist.actions.share shortlist.actions.export
			shortlist.actions.print shortlist.actions.reset shortlist.actions.undo shortlist.detailed_view
			shortlist.live_badge_prefetch shortlist.profile_mismatch_pill shortlist.installed_grouping`},
		{parent: "onboarding.step.choose_method", children: `onboarding.method.manual_entry onboarding.method.file_upload onboarding.method.configurator
			onboarding.method.screenshot_ocr onboarding.method.live_text_help onboarding.method.restore_backup
			onboarding.method.import_audit_bundle`},
		{parent: "onboarding.goals_picker", children: `onboarding.goals_picker.minimal_option onboarding.goals_picker.accessibility_modifier`},
		{parent: "onboarding.audience_picker", children: `onboarding.audience_picker.skip`},
		{parent: "onboarding.step.confirm_matches", children: `onboarding.confirm.hide_tracked_toggle`},
		{parent: "onboarding.step.import_progress", children: `onboarding.import.rate_limit_handoff`},
		{parent: "onboarding.step.ai_summaries", children: `onboarding.ai.summarize_on_import`},
	}
}
